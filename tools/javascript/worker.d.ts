// What a service worker has, and the library for web workers does not declare; and the module that tools/micropython.py makes.

interface WorkerGlobalScope {
  configuration?: any;
}

declare const clients: Clients;
declare const registration: ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } };
declare function skipWaiting(): Promise<void>;
declare function addEventListener(type: string, listener: (event: any) => void): void;

declare module 'micropython' {
  export function loadMicroPython(options: object): Promise<any>;
}
