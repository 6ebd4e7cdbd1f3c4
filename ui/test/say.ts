/** Stands for the words of any part: the key, and after it the values that it was given. */
export const say = ((key: string, values: object = {}) => [key, ...Object.values(values)].join(' ')) as never
