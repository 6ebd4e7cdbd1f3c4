import { consoleApi } from '../../../contract/console/api.ts'
import { bind } from '../../platform/http/bind.ts'
import { inLanguage } from '../../platform/text/by-language.ts'
import { findTags } from '../accounts/tags.ts'
import { createOnce } from './create-once.ts'
import { exportTicked, exportUsers } from './export-users.ts'
import { listUsers } from './list-users.ts'
import { findNodeChoices, findPackageChoices } from './queries.ts'

const { users } = consoleApi

export const userListRoutes = [
  bind(users.list, listUsers),
  bind(users.export, exportUsers),
  bind(users.exportTicked, exportTicked),
  bind(users.choices, async (ctx) => {
    const { db, resellerId, language } = ctx
    const named = (rows: Awaited<ReturnType<typeof findNodeChoices>>) =>
      rows.map(({ id, name, names }) => ({ id, name: inLanguage(name, names, language) }))
    return {
      nodes: named(await findNodeChoices(db, resellerId)),
      tags: await findTags(db, resellerId),
      packages: named(await findPackageChoices(db, resellerId)),
    }
  }),
  bind(users.create, createOnce),
]
