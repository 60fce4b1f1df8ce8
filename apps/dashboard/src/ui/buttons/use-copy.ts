import { useCallback } from 'react'
import { useMessages } from '../../i18n/index.ts'
import { copyText } from '../../lib/browser/copy-text.ts'
import { toast } from '../feedback/toast.tsx'
import { kitMessages } from '../messages.ts'

/** Copies a text and shows `copied`, or an error if the browser blocked it. */
export function useCopy(): (text: string, copied: string) => Promise<void> {
  const texts = useMessages(kitMessages)
  return useCallback(
    (text, copied) =>
      copyText(text).then(
        () => toast.success(copied),
        () => toast.error(texts.copyFailed),
      ),
    [texts],
  )
}
