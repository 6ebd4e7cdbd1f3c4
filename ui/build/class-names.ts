/** The same in every build of a front end: what one of them writes into the HTML, another one styles. */
export const classNames = { modules: { generateScopedName: '[local]_[hash:base64:4]' } }
