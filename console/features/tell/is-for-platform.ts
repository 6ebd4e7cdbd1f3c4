import { ApiError } from '../../../ui/http/api-error.ts'

/** True where the rules leave the next step to the platform, which a team of one cannot do without. */
export function isForPlatform(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'staff.second_member' || error.code === 'staff.operator_only')
}
