import { randomInt } from 'node:crypto'

export const digits = (count: number) => Array.from({ length: count }, () => randomInt(10)).join('')
