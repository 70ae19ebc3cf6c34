/** Where an Azure OpenAI resource is, and its key. */
export interface AzureAccess {
  endpoint: string;
  apiKey: string;
}

const HOSTS = /\.(openai\.azure\.com|cognitiveservices\.azure\.com|services\.ai\.azure\.com|openai\.azure\.us)$/;

/**
 * Azure has no address that is the same for all: a connection's key is written as `https://<resource>.openai.azure.com|<key>`. Absent: it is
 * not written so, or names a host that is not Azure's: whoever writes a key must not choose where this server sends requests.
 */
export function azureAccess(key: string): AzureAccess | undefined {
  const [address = "", apiKey = "", ...more] = key.split("|").map((part) => part.trim());
  if (more.length > 0 || !/^[\x21-\x7e]{1,300}$/.test(apiKey) || !URL.canParse(address)) return undefined;
  const { protocol, hostname, port, origin, username, password } = new URL(address);
  if (protocol !== "https:" || port !== "" || username || password || !HOSTS.test(hostname)) return undefined;
  return { endpoint: origin, apiKey };
}
