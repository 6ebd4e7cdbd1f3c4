import path from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The order of projects: agents and engines wait, the server's many files compute, and short files fill the end. */
const PROJECTS = ['agent', 'server', 'mocks', 'portal']
/** Each of these takes half a minute or more, mostly waiting for processes that start, die or hang. */
const LONG =
  /^(?:scripts\/proofs\/|scripts\/start\.|server\/process\/|server\/platform\/postgres\/|server\/sandbox\/cashier\.|server\/cli\/walk-through\.|server\/checks\/(?:backup|frozen-database|tenant-matrix)\.)/
/** The share of the server's files that starts before the last long file. */
const SPREAD = 2 / 3

/**
 * A runner without recorded times takes large files first. Then small files with long tests come last, all at once, and
 * the processor idles. Here long files are spread among the files that compute, and none of them comes last.
 */
export class SpreadLongFiles extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // A run that ends with its first failure tries the likeliest files first.
    const order = process.env['TEST_ORDER']?.split(' ')
    const placeOf = ({ moduleId, project }: File) => order?.indexOf(path.relative(project.config.root, moduleId)) ?? 0
    if (order) return files.toSorted((a, b) => placeOf(a) - placeOf(b))
    return spreadLong(await super.sort(files))
  }
}

type File = { moduleId: string; project: { name: string; config: { root: string } } }

export function spreadLong<F extends File>(files: readonly F[]): F[] {
  const names = new Set([...PROJECTS, ...files.map(({ project }) => project.name)])
  return [...names].flatMap((name) => spread(files.filter(({ project }) => project.name === name)))
}

function spread<F extends File>(files: readonly F[]): F[] {
  const isLong = ({ moduleId, project }: F) => LONG.test(path.relative(project.config.root, moduleId))
  const long = files.filter(isLong)
  const rest = files.filter((file) => !isLong(file))
  const gap = Math.max(1, Math.floor((rest.length * SPREAD) / long.length))
  return rest.flatMap((file, at) => (at % gap === 0 && long.length > 0 ? [long.shift()!, file] : [file])).concat(long)
}
