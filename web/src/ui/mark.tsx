// The product's mark: a mill race, three runs of water.
export function Mark({ className }: { className?: string }) {
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: always beside the product's name
    <svg aria-hidden viewBox="0 0 32 32" className={className}>
      <rect width="32" height="32" rx="7" className="fill-accent" />
      <g fill="none" strokeWidth="2.6" strokeLinecap="round" className="stroke-on-accent">
        <path d="M6 11.5c3.3-3 6.7-3 10 0s6.7 3 10 0" />
        <path d="M6 17.5c3.3-3 6.7-3 10 0s6.7 3 10 0" opacity=".75" />
        <path d="M6 23.5c3.3-3 6.7-3 10 0s6.7 3 10 0" opacity=".5" />
      </g>
    </svg>
  )
}
