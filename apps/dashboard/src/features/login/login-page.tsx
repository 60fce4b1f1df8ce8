import { IconMoon, IconSun } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { ClusterName, useConnection } from '../../api/index.ts'
import { locale, useLocale, useMessages } from '../../i18n/index.ts'
import {
  Button,
  chooseTheme,
  Dim,
  IconButton,
  Logo,
  Modal,
  Notice,
  Skeleton,
  Stack,
  useGoToAddress,
  useSearchState,
  useTheme,
} from '../../ui/index.ts'
import { LoginForm, type SignedIn } from './login-form.tsx'
import styles from './login-page.module.css'
import { loginMessages } from './messages.ts'
import { PasswordRecovery } from './password-recovery.tsx'
import { type Credentials, signIn } from './queries.ts'

// Not needed for most logins.
const PasswordChangeForm = lazy(async () => ({
  default: (await import('./password-change-form.tsx')).PasswordChangeForm,
}))

const TwoFactorStep = lazy(async () => ({ default: (await import('./two-factor-step.tsx')).TwoFactorStep }))

const ends = ['logout', 'expired', 'elsewhere', 'password', 'idle'] as const

/** `to`: the address to open afterwards, within the dashboard. */
const loginSearch = ({ to, ended }: Readonly<Record<string, unknown>>) => ({
  to: typeof to === 'string' ? to : undefined,
  ended: ends.find((one) => one === ended),
})

export default function LoginPage() {
  const texts = useMessages(loginMessages)
  const [{ to, ended }] = useSearchState(loginSearch)
  const goTo = useGoToAddress()
  const { persistence } = useConnection().session
  const [prompted, setPrompted] = useState<SignedIn>()
  const [credentials, setCredentials] = useState<Credentials>()

  const onSignedIn = (who: SignedIn) => (who.defaultPassword === undefined ? goTo(to) : setPrompted(who))
  return (
    <div className={styles.page}>
      <aside className={styles.panel}>
        <div className={styles.brand}>
          <Logo size={30} />
          MQDeck
        </div>
        <SignalDrawing />
        <p className={styles.tagline}>{texts.tagline}</p>
      </aside>
      <div className={styles.column}>
        <Switches />
        <main className={styles.main}>
          {prompted ? (
            <DefaultPasswordPrompt who={prompted} onDone={() => goTo(to)} />
          ) : credentials ? (
            <Stack gap={5}>
              <h1 className={styles.title}>{texts.twoFactor}</h1>
              <Suspense fallback={<Skeleton height={200} />}>
                <TwoFactorStep
                  credentials={credentials}
                  onSignedIn={onSignedIn}
                  onBack={() => setCredentials(undefined)}
                />
              </Suspense>
            </Stack>
          ) : (
            <Stack gap={5}>
              <h1 className={styles.title}>{texts.title}</h1>
              <ClusterName />
              {ended && (
                <Notice tone={ended === 'logout' || ended === 'password' ? 'grey' : 'amber'}>
                  {texts.ended[ended]}
                </Notice>
              )}
              <LoginForm onSignedIn={onSignedIn} onCodeNeeded={setCredentials} />
              <ForgotPassword />
              {persistence === 'tab' && <Dim small>{texts.noEncryptedSession}</Dim>}
            </Stack>
          )}
        </main>
      </div>
    </div>
  )
}

function DefaultPasswordPrompt({ who, onDone }: { readonly who: SignedIn; readonly onDone: () => void }) {
  const texts = useMessages(loginMessages)
  const connection = useConnection()
  const signInAgain = async (password: string) => {
    // The password is changed even if this fails; without a new token the next request leads to the login page.
    await signIn(connection, { username: who.username, password }).catch(() => undefined)
    onDone()
  }
  return (
    <Stack gap={5}>
      <h1 className={styles.title}>{texts.promptTitle}</h1>
      <p>{texts.prompt}</p>
      <Suspense fallback={<Skeleton height={200} />}>
        <PasswordChangeForm
          username={who.username}
          {...(who.defaultPassword === undefined ? {} : { knownPassword: who.defaultPassword })}
          cancelLabel={texts.skip}
          onCancel={onDone}
          onChanged={(newPassword) => void signInAgain(newPassword)}
        />
      </Suspense>
      <Dim small>{texts.skipTip}</Dim>
    </Stack>
  )
}

function ForgotPassword() {
  const texts = useMessages(loginMessages)
  const [opened, setOpened] = useState(false)
  const close = () => setOpened(false)
  return (
    <div className={styles.forgot}>
      <Button variant="subtle" size="small" onClick={() => setOpened(true)}>
        {texts.forgot}
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        title={texts.forgotTitle}
        footer={<Button onClick={close}>{texts.close}</Button>}
      >
        <PasswordRecovery />
      </Modal>
    </div>
  )
}

/** Language and theme before signing in. */
function Switches() {
  const texts = useMessages(loginMessages)
  const language = useLocale()
  const theme = useTheme()
  return (
    <div className={styles.switches}>
      <Button variant="subtle" size="small" onClick={() => locale.set(language === 'en' ? 'zh' : 'en')}>
        <span lang={language === 'en' ? 'zh-CN' : 'en'}>{texts.language}</span>
      </Button>
      <IconButton
        label={texts.theme}
        icon={theme === 'dark' ? <IconSun size={18} aria-hidden /> : <IconMoon size={18} aria-hidden />}
        onClick={() => chooseTheme(theme === 'dark' ? 'light' : 'dark')}
      />
    </div>
  )
}

const subscribers = [60, 130, 200, 270, 340]

/** Illustration of a broker: one message in, one to each subscriber. */
function SignalDrawing() {
  return (
    <svg className={styles.drawing} viewBox="0 0 400 400" aria-hidden focusable="false">
      <path className={styles.line} d="M24 200H170" />
      {subscribers.map((y) => (
        <path key={y} className={styles.line} d={outgoing(y)} />
      ))}
      <path className={styles.signal} d="M24 200H170" pathLength="100" />
      {subscribers.map((y) => (
        <path key={y} className={styles.echo} d={outgoing(y)} pathLength="100" />
      ))}
      <circle className={styles.node} cx="24" cy="200" r="6" />
      <circle className={styles.ring} cx="190" cy="200" r="34" />
      <circle className={styles.broker} cx="190" cy="200" r="20" />
      <path className={styles.mark} d="M181 207v-14l9 9 9-9v14" />
      {subscribers.map((y) => (
        <circle key={y} className={styles.node} cx="376" cy={y} r="6" />
      ))}
    </svg>
  )
}

function outgoing(y: number): string {
  return `M210 200C290 200 290 ${y} 370 ${y}`
}
