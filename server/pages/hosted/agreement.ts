import { agreementTexts } from './agreement-texts.ts'
import { contentHtml, sectionHtml } from './layout.ts'
import { ownTextHtml } from './own-text.ts'
import type { HostedBody, HostedDeps, HostedView } from './send-hosted.ts'

/**
 * The reseller's own terms in place of ours. What is kept of a user and what rights users have is decided by the
 * platform, whoever sells: those parts stand below them.
 */
export async function agreementBody(view: HostedView, deps: HostedDeps): Promise<HostedBody> {
  const content = agreementTexts[view.language]
  const own = await ownTextHtml(view, deps, 'agreement')
  if (own === null) return { title: content.title, html: contentHtml(content) }
  const first = content.sections.findIndex(({ anchor }) => anchor === 'privacy')
  return { title: content.title, html: own + content.sections.slice(first).map(sectionHtml).join('\n') }
}
