/** What a row did, in true numbers, and what was wrong. */
export type Outcome = { counts: string; problems: readonly string[] }
/** `figure`: what docs/trust.md says is tried. `run` does it at full size times `scale`. */
export type Row = { figure: string; run(scale: number): Promise<Outcome> }

/** At least one of each. */
export const part = (whole: number, scale: number): number => Math.max(1, Math.round(whole * scale))

export const many = (count: number): string => Math.round(count).toLocaleString('en-US')

export const told = (answers: Record<string, number>): string =>
  Object.entries(answers)
    .map(([answer, count]) => `${answer}: ${many(count)}`)
    .join(', ')
