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
    const packages = await findPackageChoices(ctx.db, ctx.resellerId)
    const nodes = await findNodeChoices(ctx.db, ctx.resellerId)
    return {
      nodes,
      tags: await findTags(ctx.db, ctx.resellerId),
      packages: packages.map(({ id, name, names }) => ({ id, name: inLanguage(name, names, ctx.language) })),
    }
  }),
  bind(users.create, createOnce),
]
