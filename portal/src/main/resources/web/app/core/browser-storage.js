/** Browser storage. If the browser does not permit it, everything works, but nothing is remembered. */

/** @param {() => Storage} storage */
function shelf(storage) {
  return {
    /** @param {string} name */
    get(name) {
      try {
        return storage().getItem(name);
      } catch {
        return null;
      }
    },

    /**
     * @param {string} name
     * @param {string} value
     * @returns {boolean} whether it is kept
     */
    set(name, value) {
      try {
        storage().setItem(name, value);
        return true;
      } catch {
        return false;
      }
    },

    /** @param {string} name */
    drop(name) {
      try {
        storage().removeItem(name);
      } catch {
        // Nothing was stored.
      }
    },

    clear() {
      try {
        storage().clear();
      } catch {
        // Nothing was stored.
      }
    },
  };
}

/** Until somebody clears it. */
export const kept = shelf(() => localStorage);

/** Until this tab is closed. */
export const tab = shelf(() => sessionStorage);

/** @param {string} name */
export function cookie(name) {
  const found = document.cookie.split("; ").find((one) => one.startsWith(name + "="));
  if (found === undefined) {
    return undefined;
  }
  const value = found.slice(name.length + 1);
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
