package event

import "crypto/sha256"

// waiterReplyDomain separates these hashes from all others.
const waiterReplyDomain = "looprig.compaction.waiter-reply.v1"

// WaiterReplyID derives the event id of the reply that attempt gives to command.
// Ids of replies are computed, so that a repeated restore cannot reply twice: the
// first 16 bytes of the SHA-256 over the domain text, a zero byte, both ids and
// one byte for the outcome, with version nibble 8 and the RFC variant. Zero ids
// are accepted.
func WaiterReplyID(attempt, command UUID, resolved bool) UUID {
	preimage := append([]byte(waiterReplyDomain), 0)
	preimage = append(preimage, attempt[:]...)
	preimage = append(preimage, command[:]...)
	if resolved {
		preimage = append(preimage, 1)
	} else {
		preimage = append(preimage, 0)
	}
	sum := sha256.Sum256(preimage)
	id := UUID(sum[:16])
	id[6] = id[6]&0x0f | 0x80
	id[8] = id[8]&0x3f | 0x80
	return id
}
