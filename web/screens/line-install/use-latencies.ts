import { useEffect, useState } from 'react'

import type { LineNode } from '../../../contract/lines.ts'
import { measureInFrame } from './measure-in-frame.ts'
import { isOwn, measureProbe } from './measure-probe.ts'

type OnMeasured = (url: string, ms: number) => void

/** Milliseconds by probe address, filled in as they are measured. */
export function useLatencies(nodes: readonly LineNode[]): ReadonlyMap<string, number> {
  const [measured, setMeasured] = useState<ReadonlyMap<string, number>>(new Map())
  const urls = new Set(nodes.filter(({ state }) => state === 'up').map(({ probeUrl }) => probeUrl ?? ''))
  // Sorted: another speed mode orders the nodes anew, which is no reason to measure again.
  const wanted = [...urls].toSorted().join('\n')
  useEffect(() => {
    const onMeasured: OnMeasured = (url, ms) => setMeasured((before) => new Map(before).set(url, ms))
    const all = wanted.split('\n').filter(Boolean)
    const foreign = all.filter((url) => !isOwn(url))
    const endHere = measureHere(all.filter(isOwn), onMeasured)
    const endFrame = foreign.length > 0 ? measureInFrame(foreign, onMeasured) : null
    return () => {
      endHere()
      endFrame?.()
    }
  }, [wanted])
  return measured
}

/** One after the other: together they would slow each other down. */
function measureHere(urls: readonly string[], onMeasured: OnMeasured): () => void {
  let left = false
  const measureAll = async () => {
    for (const url of urls) {
      if (left) return
      const ms = await measureProbe(url)
      if (ms !== null && !left) onMeasured(url, ms)
    }
  }
  void measureAll()
  return () => {
    left = true
  }
}
