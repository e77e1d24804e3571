export function InvitePage({ code }: { code: string }) {
  return <h1>{code}</h1>
}
