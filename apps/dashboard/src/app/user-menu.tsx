import { IconKey, IconLogout, IconUser } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { signOut, useConnection, useSession } from '../data/index.ts'
import { useMessages } from '../i18n/index.ts'
import { confirm, Menu, Modal, Skeleton, toast } from '../ui/index.ts'
import { shellMessages } from './messages.ts'
import styles from './user-menu.module.css'

const PasswordChangeForm = lazy(async () => ({
  default: (await import('../features/login/password-change-form.tsx')).PasswordChangeForm,
}))

/** Who is signed in, and what they can do about it. */
export function UserMenu() {
  const texts = useMessages(shellMessages)
  const connection = useConnection()
  const session = useSession()
  const [changing, setChanging] = useState(false)
  if (!session) return null

  const logout = async () => {
    const sure = await confirm({ title: texts.logoutQuestion, body: texts.logoutNote, action: texts.logout })
    if (sure) await signOut(connection)
  }
  return (
    <>
      <Menu
        trigger={
          <button type="button" className={styles.trigger} aria-label={texts.account(session.username)}>
            <IconUser size={16} stroke={1.8} aria-hidden />
            <span className={styles.name}>{session.username}</span>
          </button>
        }
        heading={
          <>
            {texts.signedInAs} <strong>{session.username}</strong>
          </>
        }
        items={[
          { label: texts.changePassword, icon: <IconKey size={16} aria-hidden />, onSelect: () => setChanging(true) },
          { label: texts.logout, icon: <IconLogout size={16} aria-hidden />, onSelect: () => void logout() },
        ]}
      />
      <Modal opened={changing} onClose={() => setChanging(false)} title={texts.changePassword} size={420}>
        <Suspense fallback={<Skeleton height={280} />}>
          <PasswordChangeForm
            username={session.username}
            onCancel={() => setChanging(false)}
            onChanged={() => {
              setChanging(false)
              toast.success(texts.passwordChanged)
            }}
          />
        </Suspense>
      </Modal>
    </>
  )
}
