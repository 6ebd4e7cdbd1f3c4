/** The states from which `moves` allows going to `to`: the condition of the update. */
export function statesBefore<S extends string>(moves: Record<S, readonly S[]>, to: S): S[] {
  return (Object.keys(moves) as S[]).filter((from) => moves[from].includes(to))
}
