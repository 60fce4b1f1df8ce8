import { defineMessages, useMessages } from '../../i18n/index.ts'
import { passwordStrength, type PasswordStrength as Strength } from '../../lib/access/password-policy.ts'
import styles from './password-strength.module.css'

const steps: Readonly<Record<Strength, number>> = { weak: 1, fair: 2, strong: 3 }

/** Shows the strength of a new password; hidden while the field is empty. */
export function PasswordStrength({ password }: { readonly password: string }) {
  const texts = useMessages(strengthMessages)
  const strength = passwordStrength(password)
  if (password === '') return null
  return (
    <div className={styles.line} role="status">
      <span className={styles.bars} data-strength={strength} aria-hidden>
        {[1, 2, 3].map((step) => (
          <span key={step} data-filled={step <= steps[strength] || undefined} />
        ))}
      </span>
      {texts[strength]}
    </div>
  )
}

const strengthMessages = defineMessages({
  en: {
    weak: 'Weak. Add more characters.',
    fair: 'Fair. Add a few more characters.',
    strong: 'Strong',
  },
  zh: {
    weak: '强度低，请增加字符。',
    fair: '强度中等，可再增加几个字符。',
    strong: '强度高',
  },
})
