// The locks of the worker. A worker of another version may run at the same time, so their names must stay.

export const LOCKS = {
  sync: 'sync', // one sync at a time
  openStore: 'whose', // work with the open store shares it, and a switch to another store holds it alone
  write: 'write', // one request that stores events at a time
  copies: 'copies', // one change of the copies of pages at a time
};

/**
 * @param {string} name
 * @param {LockMode} mode
 * @param {() => any} work
 */
export const locked = (name, mode, work) => navigator.locks.request(name, { mode }, work);
