import { agreementTexts } from './agreement-texts.ts'
import { contentHtml, sectionHtml } from './layout.ts'
import { ownTextHtml } from './own-text.ts'
import type { HostedBody, HostedDeps, HostedView } from './send-hosted.ts'

/**
 * Shows the reseller's own terms instead of ours. The privacy and user-rights parts stay below them: the platform
 * decides those, whichever reseller sells.
 */
export async function agreementBody(view: HostedView, deps: HostedDeps): Promise<HostedBody> {
  const content = agreementTexts[view.language]
  const own = await ownTextHtml(view, deps, 'agreement')
  if (own === null) return { title: content.title, html: contentHtml(content) }
  const first = content.sections.findIndex(({ anchor }) => anchor === 'privacy')
  return { title: content.title, html: own + content.sections.slice(first).map(sectionHtml).join('\n') }
}
