import { useQuery } from '@tanstack/react-query'

import { api } from '../../../contract/api.ts'
import type { ListedClient } from '../../../contract/client-list.ts'
import { call } from '../../../ui/http/client.ts'
import { releasedClients } from './import-links.ts'

/** The clients that this reseller shows. */
export function useClients(): readonly ListedClient[] {
  const { data } = useQuery({
    queryKey: ['clients'],
    queryFn: () => call(api.clientList.list, {}),
    staleTime: Infinity,
  })
  return data?.clients ?? releasedClients
}
