import { IconKey, IconLogout, IconShieldLock, IconUser } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import { useConnection, useIsViewer, useSession } from '../api/index.ts'
import { accountDialog } from '../features/users/account-dialog.ts'
import { useMessages } from '../i18n/index.ts'
import { Menu, MenuTrigger, Modal, Skeleton } from '../ui/index.ts'
import { shellMessages } from './messages.ts'
import { useLogOut } from './use-log-out.ts'
import styles from './user-menu.module.css'

const PasswordChangeForm = lazy(async () => ({
  default: (await import('../features/login/password-change-form.tsx')).PasswordChangeForm,
}))

const TwoFactorDialog = lazy(async () => ({
  default: (await import('../features/login/two-factor-dialog.tsx')).TwoFactorDialog,
}))

/** The menu of the signed-in user. */
export function UserMenu() {
  const texts = useMessages(shellMessages)
  const logout = useLogOut()
  const keeper = useConnection().session
  const session = useSession()
  const isViewer = useIsViewer()
  const dialog = useSyncExternalStore(accountDialog.subscribe, accountDialog.get)
  const close = () => accountDialog.set(undefined)
  // Closes the dialogs when the session ends.
  useEffect(() => () => accountDialog.set(undefined), [])
  if (!session) return null

  return (
    <>
      <Menu
        trigger={
          <MenuTrigger className={styles.trigger} aria-label={texts.account(session.username, isViewer)}>
            <IconUser size={16} stroke={1.8} aria-hidden />
            <span className={styles.name}>{session.username}</span>
            {isViewer && <span className={styles.role}>{texts.viewer}</span>}
          </MenuTrigger>
        }
        heading={
          <>
            {texts.signedInAs} <strong>{session.username}</strong>
            {isViewer && <div>{texts.viewerNote}</div>}
          </>
        }
        items={[
          {
            label: texts.changePassword,
            icon: <IconKey size={16} aria-hidden />,
            onSelect: () => accountDialog.set('password'),
          },
          {
            label: texts.twoFactor,
            icon: <IconShieldLock size={16} aria-hidden />,
            onSelect: () => accountDialog.set('second-factor'),
          },
          { label: texts.logout, icon: <IconLogout size={16} aria-hidden />, onSelect: () => void logout() },
        ]}
      />
      <Modal opened={dialog === 'password'} onClose={close} title={texts.changePassword} size={420}>
        <Suspense fallback={<Skeleton height={280} />}>
          <PasswordChangeForm
            username={session.username}
            onCancel={close}
            onChanged={() => {
              close()
              keeper.end('password')
            }}
          />
        </Suspense>
      </Modal>
      {dialog === 'second-factor' && (
        <Suspense fallback={null}>
          <TwoFactorDialog username={session.username} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
