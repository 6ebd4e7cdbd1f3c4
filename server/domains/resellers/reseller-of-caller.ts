import { parseAppKey } from '../../../contract/app-key.ts'
import type { Ctx } from '../../platform/context.ts'
import { resellerByHost } from './reseller-by-host.ts'

/** Whose visitor it is where a call may leave its key out: by token, else cookie, else host, else 0. */
export async function resellerOfCaller(
  { db, client, resellerId }: Pick<Ctx<'anyone'>, 'db' | 'client' | 'resellerId'>,
  named: number | undefined,
): Promise<number> {
  return named ?? resellerId ?? parseAppKey(client.appKey)?.key ?? resellerByHost(db, client.host)
}
