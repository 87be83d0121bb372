// What browsers have on our pages, and the library of the DOM does not declare.

declare const htmx: any;

interface Navigator {
  standalone?: boolean;
}

// An element that a selector finds, and the target of an event, may be of any kind: each is asked for what its kind has.
interface EventTarget {
  [name: string]: any;
}

interface Event {
  [name: string]: any;
}
