/** `online` needs the Internet, `outside` also a public name: an isolated machine cannot run those. */
export type Step = { title: string; where: 'online' | 'inside' | 'outside'; script: string }

/**
 * The blocks marked "sh walk" of a document, from a heading to the next of the same rank, each under its own heading.
 */
export function readSteps(text: string, heading: string): Step[] {
  const rank = /^#+/.exec(heading)?.[0].length ?? 0
  const begin = text.indexOf(`\n${heading}\n`)
  if (begin < 0) throw new Error(`The document has no "${heading}"`)
  const rest = text.slice(begin + heading.length + 1)
  const end = rest.search(new RegExp(`^#{1,${rank}} `, 'm'))
  const steps: Step[] = []
  let title = heading.slice(rank + 1)
  for (const [, below, mark, script] of (end < 0 ? rest : rest.slice(0, end)).matchAll(
    /^#+ (.+)$|^```sh walk(?: (\w+))?\n([\s\S]*?)^```$/gm,
  )) {
    if (below !== undefined) title = below
    else steps.push({ title, where: readMark(mark), script: script ?? '' })
  }
  return steps
}

function readMark(mark = 'inside'): Step['where'] {
  if (mark === 'inside' || mark === 'online' || mark === 'outside') return mark
  throw new Error(`No such kind of step: ${mark}`)
}
