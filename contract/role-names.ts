/** Apart from the permissions: the office's first screen needs only these. */
export const roleNames = ['owner', 'manager', 'support', 'finance', 'viewer'] as const
export type RoleName = (typeof roleNames)[number]
