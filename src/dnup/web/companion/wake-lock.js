// Keep the screen on while a page is open. Where the browser cannot, the screen goes off as ever.

/** Returns what to call when it may have become wanted. @param {() => boolean} wanted  whether it is to stay on now */
export function keepScreenOn(wanted) {
  let asked = false;
  const ask = async () => {
    // The browser takes it back whenever the page is hidden.
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
