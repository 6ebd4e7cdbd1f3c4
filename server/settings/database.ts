const NAMES = ['DATABASE_URL', 'DATABASE_READ_URL'] as const

/** The value holds a password, so the message shows only the part before it. */
export function databaseProblems(env: { readonly [Name in (typeof NAMES)[number]]?: string | undefined }): string[] {
  return NAMES.flatMap((name) => {
    const text = env[name]
    if (!text || /^postgres(ql)?:\/\//.test(text)) return []
    const kind = /^[a-z][a-z\d+.-]{0,20}(?=:\/\/)/i.exec(text)?.[0]
    const not = kind ? `, not of ${kind}` : ''
    return [`${name} must be an address of PostgreSQL, such as postgres://user:password@host:5432/yuxian${not}`]
  })
}
