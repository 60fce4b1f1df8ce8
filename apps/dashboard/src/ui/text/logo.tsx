/** The letter M as a signal between two poles. */
export function Logo({ size }: { readonly size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden focusable="false">
      <rect width="32" height="32" rx="7" fill="var(--logo-ground)" />
      <path
        d="M7 23V9l9 9 9-9v14"
        fill="none"
        stroke="var(--logo-line)"
        strokeWidth="3.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
