import { useSearchParams } from 'react-router'

/** In the address, so that a wall screen that is loaded again shows the same. Null: every reseller. */
export function useResellerFilter(): [number | null, (dailiKey: number | null) => void] {
  const [query, setQuery] = useSearchParams()
  const raw = query.get('dailiKey') ?? ''
  const dailiKey = /^\d{1,9}$/.test(raw) ? Number(raw) : null
  function choose(next: number | null): void {
    setQuery(
      (before) => {
        if (next === null) before.delete('dailiKey')
        else before.set('dailiKey', String(next))
        return before
      },
      { replace: true },
    )
  }
  return [dailiKey, choose]
}
