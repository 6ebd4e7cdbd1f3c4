import css from './tags.module.css'

/** The reseller's own words on a user. */
export function Tags({ tags }: { tags: readonly string[] }) {
  return tags.map((tag) => (
    <span key={tag} className={css.tag}>
      {tag}
    </span>
  ))
}
