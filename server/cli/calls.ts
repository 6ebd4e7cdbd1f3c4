import { consoleApi } from '../../contract/console/api.ts'
import type { Route } from '../../contract/route.ts'
import type { StaffRoute } from '../platform/http/staff-guard.ts'
import { answerLines } from './call-lines.ts'
import { answersFile, fieldsOf, optionsOfCall, readInput } from './call-options.ts'
import { callsLeftOut } from './calls-left-out.ts'
import type { Command } from './command.ts'

/** Every call of the console as a command, made from the contract. */
export const callCommands: readonly Command[] = Object.entries(consoleApi).flatMap(([area, calls]) =>
  Object.entries(calls as Record<string, Route>)
    .map(([name, route]) => [`${area}.${name}`, route as StaffRoute] as const)
    .filter(([name]) => !callsLeftOut.has(name))
    .map(([name, route]) => callCommand(name, route)),
)

function callCommand(name: string, route: StaffRoute): Command {
  const options = optionsOfCall(route)
  return {
    name: `call ${name}`,
    summary: route.summary,
    options,
    optionOf: Object.fromEntries(fieldsOf(route).map(({ field, option }) => [field, option])),
    async run(ctx, values) {
      const input = readInput(route, values)
      // Loads the whole server, which the help does not need.
      const { makeCall } = await import('./make-call.ts')
      const reseller = typeof values['reseller'] === 'number' ? values['reseller'] : null
      const outFile = answersFile(route) ? String(values['out-file']) : null
      const data = await makeCall(ctx, route, { input, reseller, outFile })
      return { lines: answerLines(data), data }
    },
  }
}
