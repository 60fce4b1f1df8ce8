import { useMemo } from 'react'
import { useData } from '../../query.ts'
import { knownNodesQuery } from '../nodes.tsx'

/** `emqx3@emqx-2.emqx-headless.prod.svc.cluster.local` without the domain; IP addresses are unchanged. */
export function shortName(node: string): string {
  const [, short, host = ''] = /^([^@]+@([^.]+))\..+$/.exec(node) ?? []
  return short === undefined || /^\d+$/.test(host) ? node : short
}

/** A node name without its domain, if it is still unique in the cluster. */
export function useShortName(): (node: string) => string {
  const { data } = useData(knownNodesQuery, undefined)
  return useMemo(() => {
    const names = data?.map(({ node }) => node) ?? []
    return (node) => {
      const short = shortName(node)
      return names.some((other) => other !== node && shortName(other) === short) ? node : short
    }
  }, [data])
}
