/** What this browser keeps for us. Where it may not, everything works, only more forgetful. */

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
        // Nothing was kept.
      }
    },
  };
}

/** Until somebody clears it. */
export const kept = shelf(() => localStorage);

/** As long as this tab. */
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
