import { useEffect } from 'react'
import { useMessages } from '../i18n/index.ts'
import { kitMessages } from './messages.ts'
import { toast } from './toast.tsx'

/**
 * What stood on a later page may all have gone: says so, and goes to the first one, which shows what is left. The function
 * has to stay the same.
 */
export function useRedirectFromEmptyPage(isLost: boolean, toFirstPage: () => void): void {
  const { pageEmpty } = useMessages(kitMessages)
  useEffect(() => {
    if (!isLost) return
    toast.error(pageEmpty)
    toFirstPage()
  }, [isLost, pageEmpty, toFirstPage])
}
