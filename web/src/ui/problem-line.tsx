/** What went wrong, beside what was tried. */
export function ProblemLine({ children }: { children: string | undefined }): React.ReactNode {
  if (children === undefined) return null;
  return (
    <p className="problem" role="alert">
      {children}
    </p>
  );
}
