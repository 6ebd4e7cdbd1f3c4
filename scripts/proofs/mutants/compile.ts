import path from 'node:path'

import { runStep } from '../../step.ts'
import { copyTree } from './copy-tree.ts'
import { plantInTree, type Mutant } from './mutant.ts'

const PROJECTS = { 'tsconfig.json': /^(?!portal|console|ui)/, portal: /^(portal|ui)/, console: /^console/ }
/** A name that nothing uses any more: whoever writes the bug takes it out too. */
const UNUSED = /error TS(6133|6192|6196|6198)/

type Broken<M> = { mutant: M; why: string }

/** Bugs that the compiler refuses. As many as possible are planted at once, since a run of the compiler takes a minute. */
export async function findBroken<M extends Mutant>(mutants: readonly M[], files: readonly string[], tree: string) {
  copyTree(files, tree)
  const broken: Broken<M>[] = []
  for (let left = mutants.filter(({ file }) => /\.tsx?$/.test(file)); left.length > 0;) {
    const planted = left.flatMap((mutant) => {
      const undo = plantInTree(tree, mutant)
      return undo ? [{ mutant, undo }] : []
    })
    broken.push(
      ...(await compile(
        planted.map(({ mutant }) => mutant),
        tree,
      )),
    )
    for (const { undo } of planted.toReversed()) undo()
    // Those that stood in the way of others; a stale one is never planted.
    left = planted.length === 0 ? [] : left.filter((mutant) => !planted.some((one) => one.mutant === mutant))
  }
  return broken
}

async function compile<M extends Mutant>(planted: readonly M[], tree: string): Promise<Broken<M>[]> {
  const broken: Broken<M>[] = []
  for (const [project, own] of Object.entries(PROJECTS)) {
    if (!planted.some(({ file }) => own.test(file))) continue
    const { output } = await runStep('types', ['tsc', '-p', project, '--checkers', '1'], { cwd: tree })
    for (const why of output.split('\n').filter((line) => /error TS/.test(line) && !UNUSED.test(line))) {
      const file = path.posix.normalize(why.split('(', 1)[0]!)
      const blamed = planted.filter((mutant) => mutant.file === file)
      // An error elsewhere is the work of one of them, nobody knows which.
      for (const mutant of blamed.length > 0 ? blamed : planted.slice(0, 1)) broken.push({ mutant, why })
    }
  }
  return broken
}
