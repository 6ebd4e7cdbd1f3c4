import { Skeleton } from '@mantine/core'

/** As many as a first look at the list shows. */
export function Bones({ count, height }: { count: number; height: number }) {
  return Array.from({ length: count }, (_, at) => <Skeleton key={at} height={height} radius="md" />)
}
