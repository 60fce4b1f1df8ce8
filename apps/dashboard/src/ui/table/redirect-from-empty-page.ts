import { useEffect } from 'react'
import { useMessages } from '../../i18n/index.ts'
import { toast } from '../feedback/toast.tsx'
import { kitMessages } from '../messages.ts'

/**
 * When a later page of a list has become empty, shows an error and goes to the first page. Keep `toFirstPage` stable.
 */
export function useRedirectFromEmptyPage(isLost: boolean, toFirstPage: () => void): void {
  const { pageEmpty } = useMessages(kitMessages)
  useEffect(() => {
    if (!isLost) return
    toast.error(pageEmpty)
    toFirstPage()
  }, [isLost, pageEmpty, toFirstPage])
}
