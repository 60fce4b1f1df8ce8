import { useEffect, useState, useSyncExternalStore } from 'react'
import { createIdleWatch, type IdleWatch, signOut, useConnection, useIdleLimit } from '../api/index.ts'
import { useFormat, useMessages } from '../i18n/index.ts'
import { Button, Modal, useNow } from '../ui/index.ts'
import { idleMessages } from './idle-messages.ts'

/**
 * Signs inactive users out after a warning. Polling would keep the token alive, so the dashboard checks activity
 * itself.
 */
export function IdleGuard() {
  const connection = useConnection()
  const limit = useIdleLimit()
  const [watch, setWatch] = useState<IdleWatch>()
  useEffect(() => {
    if (limit === undefined) return
    const made = createIdleWatch({ limit, onIdle: () => void signOut(connection, 'idle') })
    setWatch(made)
    return () => {
      made.close()
      setWatch(undefined)
    }
  }, [connection, limit])
  return watch && <IdleQuestion watch={watch} />
}

function IdleQuestion({ watch: { endsAt, stay } }: { readonly watch: IdleWatch }) {
  const texts = useMessages(idleMessages)
  const connection = useConnection()
  const end = useSyncExternalStore(endsAt.subscribe, endsAt.get)
  return (
    <Modal
      opened={end !== undefined}
      onClose={stay}
      title={texts.title}
      size={440}
      footer={
        <>
          <Button onClick={() => void signOut(connection)}>{texts.leave}</Button>
          <Button variant="primary" onClick={stay} data-autofocus>
            {texts.stay}
          </Button>
        </>
      }
    >
      {end !== undefined && <TimeLeft end={end} />}
    </Modal>
  )
}

function TimeLeft({ end }: { readonly end: number }) {
  const texts = useMessages(idleMessages)
  const format = useFormat()
  const left = Math.ceil((end - useNow(1000)) / 1000) * 1000
  return <p>{texts.body(format.duration(Math.max(left, 1000)))}</p>
}
