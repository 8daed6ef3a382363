package watch

import "syscall"

// remoteSystems are the file systems, by the number that statfs(2) gives, on which
// others can write without this system knowing.
var remoteSystems = map[uint32]bool{
	0x6969:     true, // NFS
	0x517B:     true, // SMB
	0xFF534D42: true, // CIFS
	0xFE534D42: true, // SMB 2
	0x65735546: true, // FUSE: sshfs and others
	0x01021997: true, // 9P: the files of the host in a virtual machine
	0x786F4256: true, // shared folders of VirtualBox
	0x00C36400: true, // Ceph
	0x5346414F: true, // AFS
	0x73757245: true, // Coda
	0x0BD00BD0: true, // Lustre
	0x47504653: true, // GPFS
}

// remote reports whether a folder lies on a file system that does not tell of all
// changes.
func remote(path string) bool {
	var s syscall.Statfs_t
	if err := syscall.Statfs(path, &s); err != nil {
		return false
	}
	return remoteSystems[uint32(s.Type)]
}
