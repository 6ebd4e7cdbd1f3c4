import css from './share-bar.module.css'

type Props = {
  /** 0 to 100; null for work with unknown progress. */
  percent: number | null
  tone?: 'brand' | 'good' | 'warn' | 'bad'
  /** Without a label it is decoration: the figure is beside it. */
  label?: string
}

/** A thin bar for a share or for progress. */
export function ShareBar({ percent, tone = 'brand', label }: Props) {
  const named = label ? { role: percent === null ? 'progressbar' : 'meter', 'aria-label': label } : {}
  const value = percent === null ? {} : { 'aria-valuemin': 0, 'aria-valuemax': 100, 'aria-valuenow': percent }
  return (
    <div
      className={css.bar}
      data-tone={tone}
      aria-hidden={label ? undefined : true}
      {...named}
      {...(label ? value : {})}
    >
      {percent === null ? (
        <div className={css.moving} />
      ) : (
        <div className={css.share} style={{ width: `${Math.min(100, Math.max(0, percent))}%` }} />
      )}
    </div>
  )
}
