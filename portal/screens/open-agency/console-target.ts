/** The console is another page: it is opened whole, and beside a frame, in which it does not show. */
export const CONSOLE_TARGET = window.self === window.top ? '_self' : '_blank'
