import { useEffect } from 'react'
import { useGo, usePathParam } from '../../../ui/index.ts'

/** `/gateway/detail/stomp/clients` leads to the tab of the gateway's page. */
export default function TabAddress() {
  const name = usePathParam('name')
  const tab = usePathParam('tab')
  const go = useGo()
  useEffect(
    () => go({ to: '/gateway/detail/$name', params: { name }, search: { tab } }, { replace: true }),
    [go, name, tab],
  )
  return null
}
