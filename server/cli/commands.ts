import type { Command } from './command.ts'

/** In the order of the help text: what a new installation needs comes first. */
const groups: readonly [first: string, load: () => Promise<readonly Command[]>][] = [
  ['database', async () => (await import('./database.ts')).databaseCommands],
  ['doctor', async () => (await import('./doctor.ts')).doctorCommands],
  ['backup', async () => (await import('./backup.ts')).backupCommands],
  ['secrets', async () => (await import('./secrets.ts')).secretCommands],
  ['import', async () => (await import('./import.ts')).importCommands],
  ['resellers', async () => (await import('./resellers.ts')).resellerCommands],
  ['domains', async () => (await import('./domains.ts')).domainCommands],
  ['packages', async () => (await import('./packages.ts')).packageCommands],
  ['price-lists', async () => (await import('./price-lists.ts')).priceListCommands],
  ['offers', async () => (await import('./offers.ts')).offerCommands],
  ['clients', async () => (await import('./clients.ts')).clientCommands],
  ['merchants', async () => (await import('./merchants.ts')).merchantCommands],
  ['nodes', async () => (await import('./nodes.ts')).nodeCommands],
  ['agent', async () => (await import('./agents.ts')).agentCommands],
  ['balances', async () => (await import('./balances.ts')).balanceCommands],
  ['cards', async () => (await import('./cards.ts')).cardCommands],
  ['books', async () => (await import('./books.ts')).bookCommands],
  ['users', async () => (await import('./users.ts')).userCommands],
  ['staff', async () => (await import('./staff.ts')).staffCommands],
  ['monitors', async () => (await import('./monitors.ts')).monitorCommands],
  ['maintenance', async () => (await import('./maintenance.ts')).maintenanceCommands],
]

/**
 * The commands with this first word, or all but the calls of the console, which are hundreds. Loading only the needed ones
 * halves the start of a command.
 */
export async function loadCommands(first?: string): Promise<readonly Command[]> {
  if (first === 'call') return (await import('./calls.ts')).callCommands
  const wanted = groups.filter(([word]) => first === undefined || word === first)
  return (await Promise.all(wanted.map(([, load]) => load()))).flat()
}
