/** Must be equal in every build of a front end: one build writes these names into HTML, another one styles them. */
export const classNames = { modules: { generateScopedName: '[local]_[hash:base64:4]' } }
