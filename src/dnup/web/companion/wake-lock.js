// Keep the screen on while a page is open, where the browser can do that.

/** Returns what to call when it may have become wanted. @param {() => boolean} wanted  whether it is to stay on now */
export function keepScreenOn(wanted) {
  let asked = false;
  const ask = async () => {
    // The browser releases the lock whenever the page is hidden.
    if (document.hidden) asked = false;
    if (document.hidden || asked || !wanted()) return;
    asked = true;
    asked = await request();
  };
  document.addEventListener('visibilitychange', ask);
  return ask;
}

/** Whether the browser keeps it on; a battery that is nearly empty is a reason to refuse. */
async function request() {
  const { wakeLock } = /** @type {{wakeLock?: {request: (kind: string) => Promise<unknown>}}} */ (
    /** @type {unknown} */ (navigator)
  );
  try {
    await wakeLock?.request('screen');
    return wakeLock !== undefined;
  } catch {
    return false;
  }
}
