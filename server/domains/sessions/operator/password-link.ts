import type { Ctx } from '../../../platform/context.ts'
import { resellerLinks } from '../../resellers/reseller-by-host.ts'

/** Opens the form with name and code filled in. After the hash sign: a browser sends that part to nobody. */
export async function passwordLink(
  ctx: Pick<Ctx, 'db' | 'config'>,
  resellerId: number,
  { userName, code }: { userName: string; code: string },
): Promise<string> {
  const linkTo = await resellerLinks(ctx, resellerId)
  return `${linkTo('/find_pass')}#${new URLSearchParams({ user: userName, code }).toString()}`
}
