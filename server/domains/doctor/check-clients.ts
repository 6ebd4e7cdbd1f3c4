import { systemOfAgent, type System } from '../../../contract/systems.ts'
import { findOffered } from '../clients/catalogue.ts'
import { findAgents } from '../sessions/find-agents.ts'
import { note, ok, told, type CheckCtx, type Finding } from './finding.ts'

const RECENT_MS = 30 * 86_400_000
/** An iPhone installs from its store alone, and a router from its own pages. */
const ELSEWHERE: readonly System[] = ['ios', 'router']

/** A system in use whose clients all lie on outside pages: these do not open everywhere, and then nobody gets on. */
export async function checkClients({ db, now }: CheckCtx): Promise<Finding[]> {
  const agents = await findAgents(db, new Date(now.getTime() - RECENT_MS))
  const inUse = new Set(agents.map((agent) => systemOfAgent(agent)).filter((system) => !ELSEWHERE.includes(system)))
  const offered = await findOffered(db, 0)
  const isServed = (system: System) =>
    offered.some(({ places }) => places.some((place) => place.system === system && place.fileId !== null))
  const outside = [...inUse].filter((system) => !isServed(system)).toSorted()
  if (outside.length === 0)
    return [ok('clients', 'every system in use has one that is served here', told('clients_ok'))]
  const systems = outside.join(', ')
  const says = `users on ${systems} only find outside links to a client`
  return [note('clients', says, 'clients fetch --client … --system … --url …', told('clients_outside', { systems }))]
}
