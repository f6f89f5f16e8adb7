"""All traffic of a crawl: `client.Client` fetches pages politely, safely and within limits."""
