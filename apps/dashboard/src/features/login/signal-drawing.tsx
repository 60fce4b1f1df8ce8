import styles from './signal-drawing.module.css'

const subscribers = [60, 130, 200, 270, 340]

/** Illustration of a broker: one message in, one to each subscriber. */
export function SignalDrawing() {
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
