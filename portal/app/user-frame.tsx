import { Spinner } from '../../ui/components/spinner.tsx'
import { useBrand } from '../state/brand.ts'
import { useWords } from '../words/language.ts'
import { GlanceShape } from './glance-shape.tsx'
import banners from './shell/banners.module.css'
import bottom from './shell/bottom-bar.module.css'
import side from './shell/side-bar.module.css'
import top from './shell/top-bar.module.css'
import shell from './shell/user-shell.module.css'
import css from './user-frame.module.css'

/** The words of /user for its first page, which shows user data before any code has loaded. */
type Props = { glance?: Record<string, string> }

/** The frame of /user before its code has loaded: first in the page's HTML, then during silent login. */
export default function UserFrame({ glance }: Props) {
  const t = useWords('base')
  const { title, icon } = useBrand()
  return (
    <div className={shell.shell}>
      <div className={side.bar}>
        <div className={side.brand}>
          <img className={side.icon} src={icon} alt="" width="36" height="36" />
          <span className={side.name}>{title}</span>
        </div>
        <Bones count={8} />
      </div>
      <div>
        <div className={`${top.bar} ${css.top}`}>
          <div className={top.inner}>
            <div className={top.brand}>
              <img className={top.icon} src={icon} alt="" width="28" height="28" />
              <span className={top.name}>{title}</span>
            </div>
          </div>
        </div>
        {/* first-glance.ts shows it in the sandbox. */}
        {glance ? (
          <p className={banners.sandbox} id="sandbox" hidden>
            {glance['sandbox']}
          </p>
        ) : null}
        <main className={shell.content}>
          <div className={css.card}>
            <Spinner label={t('loading')} fill="content" />
          </div>
          {glance ? <GlanceShape words={glance} /> : null}
        </main>
      </div>
      <div className={bottom.bar} aria-hidden="true">
        {[0, 1, 2, 3].map((place) => (
          <span key={place} className={bottom.place}>
            <span className={css.dot} />
          </span>
        ))}
      </div>
    </div>
  )
}

function Bones({ count }: { count: number }) {
  return (
    <div className={css.bones} aria-hidden="true">
      {Array.from({ length: count }, (_, at) => (
        <span key={at} className={css.bone} />
      ))}
    </div>
  )
}
