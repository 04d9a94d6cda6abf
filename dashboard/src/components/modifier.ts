export const hasCommandKey = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Name of the key of keyboard shortcuts, as it is written on the keyboard. */
export const modifier = hasCommandKey ? '⌘' : 'Ctrl';
