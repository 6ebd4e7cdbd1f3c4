import type { Static, TSchema } from 'typebox'

/**
 * What a use case may give for an answer of the contract. A row goes out as it is: the serialiser writes its dates and
 * leaves out each field that the contract does not name.
 */
export type Answer<T> = T extends string
  ? 'isInstant' extends keyof T
    ? T | Date
    : T
  : T extends readonly (infer E)[]
    ? readonly Answer<E>[]
    : T extends object
      ? { [K in keyof T]: Answer<T[K]> }
      : T

/** The answer of one call. */
export type AnswerOf<R extends { output: TSchema }> = Answer<Static<R['output']>>
